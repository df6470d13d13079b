// What comes first is small: while the program is on its way, the table is already asked for.
import { callAhead } from "./ahead";

callAhead();
void import("./start").then(({ start }) => start());
