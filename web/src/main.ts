// What comes first is small: while the program is on its way, the table is already asked for.
import { preconnect } from "./server/preconnect";

preconnect();
void import("./start").then(({ start }) => start());
