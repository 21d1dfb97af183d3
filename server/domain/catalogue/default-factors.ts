import type { EmissionFactorEntry } from "./schema";

export type Activity = EmissionFactorEntry["activity"];

/** CO2e per unit of an activity, from a distance on, with its source. */
export interface EmissionFactor {
  activity: string;
  fromDistanceKm: number;
  unit: string;
  kgCo2ePerUnit: number;
  source: string;
  edition: string;
  url: string | null;
}

const desnz = {
  edition: "2025",
  url: "https://www.gov.uk/government/publications/greenhouse-gas-reporting-conversion-factors-2025",
};
const epa = {
  edition: "2025",
  url: "https://www.epa.gov/climateleadership/ghg-emission-factors-hub",
};
const desnzTitle = "DESNZ, UK Government GHG Conversion Factors for Company Reporting";
const epaTitle = "EPA, GHG Emission Factors Hub";
const dieselGases = "diesel heavy-duty vehicle's 0.0095 g CH4 and 0.0431 g N2O a mile";

const LONG_HAUL_FROM_KM = 3700;

const ofPeople: EmissionFactor[] = [
  {
    activity: "train",
    fromDistanceKm: 0,
    unit: "passenger_km",
    kgCo2ePerUnit: 0.03546,
    source: `${desnzTitle}: national rail`,
    ...desnz,
  },
  {
    activity: "flight",
    fromDistanceKm: 0,
    unit: "passenger_km",
    kgCo2ePerUnit: 0.12786,
    source: `${desnzTitle}: short-haul flight, average passenger, with radiative forcing`,
    ...desnz,
  },
  {
    activity: "flight",
    fromDistanceKm: LONG_HAUL_FROM_KM,
    unit: "passenger_km",
    kgCo2ePerUnit: 0.15282,
    source: `${desnzTitle}: long-haul flight, average passenger, with radiative forcing`,
    ...desnz,
  },
];

const ofFreight: EmissionFactor[] = [
  {
    activity: "air_freight",
    fromDistanceKm: 0,
    unit: "tonne_km",
    kgCo2ePerUnit: 1.27835,
    source: `${desnzTitle}: short-haul freight flight, with radiative forcing`,
    ...desnz,
  },
  {
    activity: "air_freight",
    fromDistanceKm: LONG_HAUL_FROM_KM,
    unit: "tonne_km",
    kgCo2ePerUnit: 0.89939,
    source: `${desnzTitle}: long-haul freight flight, with radiative forcing`,
    ...desnz,
  },
  {
    activity: "ground_freight",
    fromDistanceKm: 0,
    unit: "tonne_km",
    kgCo2ePerUnit: 0.10163,
    source: `${desnzTitle}: all HGVs, average laden, diesel`,
    ...desnz,
  },
];

const ofBuildings: EmissionFactor[] = [
  {
    activity: "office_space",
    fromDistanceKm: 0,
    unit: "square_foot_year",
    kgCo2ePerUnit: 6.5,
    source:
      "Derived from US EIA, CBECS 2018, Table C12: offices use 65.6 thousand Btu per square foot " +
      "and year. Taking 63% of it as grid electricity (947 lb CO2/MWh, EPA eGRID2018) and 37% as " +
      "natural gas (53.06 kg CO2/mmBtu, EPA): 65.6 × (0.63 × 0.1259 + 0.37 × 0.0531) = 6.49. " +
      "The split is an assumption.",
    edition: "2018",
    url: "https://www.eia.gov/consumption/commercial/data/2018/",
  },
];

// DESNZ and EPA publish buses per passenger only. These divide the CO2 of a gallon by its miles.
const ofVehicles: EmissionFactor[] = [
  {
    activity: "passenger_car_van_or_suv",
    fromDistanceKm: 0,
    unit: "vehicle_km",
    kgCo2ePerUnit: 0.16725,
    source: `${desnzTitle}: average car, unknown fuel`,
    ...desnz,
  },
  {
    activity: "small_bus",
    fromDistanceKm: 0,
    unit: "vehicle_km",
    kgCo2ePerUnit: 0.77062,
    source:
      `Derived from ${epaTitle}: gasoline's 8.78 kg CO2 a gallon over the 7.1 miles of a ` +
      "paratransit shuttle (US DOE, AFDC, Average Fuel Economy by Major Vehicle Category), with a " +
      "gasoline heavy-duty vehicle's 0.0332 g CH4 and 0.01 g N2O a mile: " +
      "(8.78 / 7.1 + 0.00358) kg a mile × 0.621371",
    ...epa,
  },
  {
    activity: "school_bus",
    fromDistanceKm: 0,
    unit: "vehicle_km",
    kgCo2ePerUnit: 0.93413,
    source:
      `Derived from ${epaTitle}: diesel's 10.21 kg CO2 a gallon (0.138 mmBtu, gasoline's 0.125) ` +
      "over a school bus's 6.2 miles a gasoline gallon equivalent (US DOE, AFDC, Average Fuel " +
      `Economy by Major Vehicle Category), with a ${dieselGases}: ` +
      "(10.21 × 0.125 / 0.138 / 6.2 + 0.01169) kg a mile × 0.621371",
    ...epa,
  },
  {
    activity: "coach_bus",
    fromDistanceKm: 0,
    unit: "vehicle_km",
    kgCo2ePerUnit: 0.99854,
    source:
      `Derived from ${epaTitle}: diesel's 10.21 kg CO2 a gallon over the 6.4 miles of a motorcoach ` +
      `(ABA Foundation, Motorcoach Census 2017), with a ${dieselGases}: ` +
      "(10.21 / 6.4 + 0.01169) kg a mile × 0.621371",
    ...epa,
  },
];

export const defaultFactors: readonly EmissionFactor[] = [
  ...ofPeople,
  ...ofFreight,
  ...ofBuildings,
  ...ofVehicles,
];
