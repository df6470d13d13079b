// What tables say where people meet: clocks, replays, open tables, invitations, talk. Both languages
// side by side, each key in both.
export const enCompany = {
  clock: "Clock",
  clockNone: "No clock: as long as you like",
  clockMove: "{0} seconds a move",
  clockFischer: "{0} minutes, and {1} seconds more a turn",
  clockBank: "{0} seconds a move, and a time bank of {1}",
  clocks: "Clocks",
  timeLeft: "{0}: {1} left",
  timeShort: "You have {0} seconds left.",
  timeStands: "The clock stands while nobody is at the table.",
};

export const ptCompany: typeof enCompany = {
  clock: "Relógio",
  clockNone: "Sem relógio: o tempo que quiser",
  clockMove: "{0} segundos por jogada",
  clockFischer: "{0} minutos, e mais {1} segundos por vez",
  clockBank: "{0} segundos por jogada, e um banco de {1}",
  clocks: "Relógios",
  timeLeft: "{0}: restam {1}",
  timeShort: "Restam {0} segundos.",
  timeStands: "O relógio para enquanto ninguém está à mesa.",
};
