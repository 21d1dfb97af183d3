import type { PlantedBug } from "./bug";
import { certificateBugs } from "./certificates";
import { eventBugs } from "./events";
import { inventoryBugs } from "./inventory";
import { orderBugs } from "./orders";
import { paymentBugs } from "./payments";
import { peopleBugs } from "./people";
import { platformBugs } from "./platform";
import { queueBugs } from "./queue";
import { registryRequestBugs } from "./registry-requests";

export const bugs: readonly PlantedBug[] = [
  ...orderBugs,
  ...inventoryBugs,
  ...paymentBugs,
  ...eventBugs,
  ...peopleBugs,
  ...certificateBugs,
  ...platformBugs,
  ...queueBugs,
  ...registryRequestBugs,
];
