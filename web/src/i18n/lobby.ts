// What the lobby says. Both languages side by side, each key in both.
export const enLobby = {
  continue: "Continue",
  playNow: "Play now",
  setup: "Options",
  against: "against {0} ({1})",
  archive: "Move to the archive",
  unarchive: "Take out of the archive",
  archived: "Archive ({0})",
  deleteTable: "Delete for good",
  deleteAsk: "This browser forgets its seat at the table, and the game no longer counts. This cannot be undone.",
  wonOf: "{0} of {1} won, {2} %",
  wonAssisted: "With help: {0} of {1} won",
  streaks: "Won in a row: {0} (best: {1})",
  bestTime: "Best time: {0}",
  lately: "{0} of the last {1} won",
};

export const ptLobby: typeof enLobby = {
  continue: "Continuar",
  playNow: "Jogar já",
  setup: "Opções",
  against: "contra {0} ({1})",
  archive: "Pôr no arquivo",
  unarchive: "Tirar do arquivo",
  archived: "Arquivo ({0})",
  deleteTable: "Apagar de vez",
  deleteAsk: "Este navegador esquece o seu lugar à mesa, e o jogo deixa de contar. Isto não se pode desfazer.",
  wonOf: "{0} de {1} ganhos, {2} %",
  wonAssisted: "Com ajuda: {0} de {1} ganhos",
  streaks: "Ganhos seguidos: {0} (máximo: {1})",
  bestTime: "Melhor tempo: {0}",
  lately: "{0} dos últimos {1} ganhos",
};
