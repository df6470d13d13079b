/* a model */


byte heaps[3] = { 3, 5, 7 };
byte turn = 0;

#define player_2_wins (heaps[0] == 0 && heaps[1] == 0 && heaps[2] == 0 && turn == 0)
#define player_1_wins (heaps[0] == 0 && heaps[1] == 0 && heaps[2] == 0 && turn == 1)

active proctype play() {
end: do
  :: d_step { heaps[0] >= 1 -> heaps[0] = heaps[0] - 1; turn = ((turn == 0) -> 1 : 0) } /* take(1,1) */
  :: d_step { heaps[0] >= 2 -> heaps[0] = heaps[0] - 2; turn = ((turn == 0) -> 1 : 0) } /* take(1,2) */
  :: d_step { heaps[0] == 3 -> heaps[0] = 0; turn = ((turn == 0) -> 1 : 0) } /* take(1,3) */
  :: d_step { heaps[1] >= 1 -> heaps[1] = heaps[1] - 1; turn = ((turn == 0) -> 1 : 0) } /* take(2,1) */
  :: d_step { heaps[1] >= 2 -> heaps[1] = heaps[1] - 2; turn = ((turn == 0) -> 1 : 0) } /* take(2,2) */
  :: d_step { heaps[1] >= 3 -> heaps[1] = heaps[1] - 3; turn = ((turn == 0) -> 1 : 0) } /* take(2,3) */
  :: d_step { heaps[1] >= 4 -> heaps[1] = heaps[1] - 4; turn = ((turn == 0) -> 1 : 0) } /* take(2,4) */
  :: d_step { heaps[1] == 5 -> heaps[1] = 0; turn = ((turn == 0) -> 1 : 0) } /* take(2,5) */
  :: d_step { heaps[2] >= 1 -> heaps[2] = heaps[2] - 1; turn = ((turn == 0) -> 1 : 0) } /* take(3,1) */
  :: d_step { heaps[2] >= 2 -> heaps[2] = heaps[2] - 2; turn = ((turn == 0) -> 1 : 0) } /* take(3,2) */
  :: d_step { heaps[2] >= 3 -> heaps[2] = heaps[2] - 3; turn = ((turn == 0) -> 1 : 0) } /* take(3,3) */
  :: d_step { heaps[2] >= 4 -> heaps[2] = heaps[2] - 4; turn = ((turn == 0) -> 1 : 0) } /* take(3,4) */
  :: d_step { heaps[2] >= 5 -> heaps[2] = heaps[2] - 5; turn = ((turn == 0) -> 1 : 0) } /* take(3,5) */
  :: d_step { heaps[2] >= 6 -> heaps[2] = heaps[2] - 6; turn = ((turn == 0) -> 1 : 0) } /* take(3,6) */
  :: d_step { heaps[2] == 7 -> heaps[2] = 0; turn = ((turn == 0) -> 1 : 0) } /* take(3,7) */
#ifdef COUNT_player_2_wins
  :: d_step { player_2_wins -> skip }
#endif
#ifdef COUNT_player_1_wins
  :: d_step { player_1_wins -> skip }
#endif
  od
}
