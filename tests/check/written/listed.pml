/* Chess Solitaire: every state by a number, every transition by its event. */
/* 4 states, 3 transitions, 1 events deep. */
/* lost: 3 states */

int s = 0;

#define lost (s >= 1 && s < 4)

active proctype play() {
end: do
  :: d_step { s == 0 -> s = 1 } /* move_and_capture(1,1,1,4) */
  :: d_step { s == 0 -> s = 2 } /* move_and_capture(1,4,2,2) */
  :: d_step { s == 0 -> s = 3 } /* move_and_capture(2,2,1,1) */
#ifdef COUNT_lost
  :: d_step { lost -> skip }
#endif
  od
}
