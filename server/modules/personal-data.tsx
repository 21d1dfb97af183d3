// Personal data on screens of the core.
export {
  CustomerData,
  type ErasedData,
  PersonData,
  Remains,
} from "./privacy/screens/personal-data";
