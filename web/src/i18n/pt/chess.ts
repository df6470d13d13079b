// Chess Solitaire.
import type { Catalogue } from "../patterns";

export const chess: Catalogue = [
  ["Chess Solitaire", "Solitário de Xadrez"],
  ["row {0#}, column {1#}", "linha {0}, coluna {1}"],
  ["supply of {0}s", "reserva: {0}"],
  ["bishop", "bispo"],
  ["knight", "cavalo"],
  ["rook", "torre"],
  ["pawn", "peão"],
  ["Put a {0} on {1}", "Pôr {0} em {1}"],
  ["{0} on {1} takes {2} on {3}", "{0} em {1} captura {2} em {3}"],
  ["{0} not a valid slot", "{0} não é uma casa válida"],
  ["Game not yet started", "O jogo ainda não começou"],
  ["Game already started", "O jogo já começou"],
  ["Game already over", "O jogo já acabou"],
  ["Slot @ {0} already occupied", "A casa {0} já está ocupada"],
  ["Slot @ {0} not occupied", "A casa {0} não está ocupada"],
  ["Block exists between {0} and {1}", "Há uma peça entre {0} e {1}"],
  ["Invalid move from {0} to {1}", "Jogada inválida de {0} para {1}"],
  ["You lose: no valid move is left on {0#} pieces", "Perdeu: não há jogada válida com {0} peças"],
  ["You win: one piece is left", "Ganhou: resta uma só peça"],
  ["Clear the board", "Limpar o tabuleiro"],
  ["Take the {0} off {1}", "Tirar {0} de {1}"],
  ["Put the {0} of {1} on {2}", "Pôr {0} de {1} em {2}"],
];
