// Additions of modules to the dashboard's screen "Your login".
export { Notifications } from "./notices/screens/notifications";
