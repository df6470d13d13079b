/** What can be opened over the table. */
export type Panel = "rules" | "settings" | "share" | "shuffle" | "help" | "review" | "menu" | "why" | "invite";
