---- MODULE ChessSolitaire ----
\* Chess Solitaire: every state by a number, every transition by its event.
\* 4 states, 3 transitions, 1 events deep.
\* lost: 3 states
EXTENDS Integers

VARIABLE s

\* From, the event, and to.
Steps == {
  <<0, "move_and_capture(1,1,1,4)", 1>>,
  <<0, "move_and_capture(1,4,2,2)", 2>>,
  <<0, "move_and_capture(2,2,1,1)", 3>>
}

lost == s \in 1..3

TypeOK == s \in 0..3
Init == s = 0
Next == \E t \in Steps : s = t[1] /\ s' = t[3]
Spec == Init /\ [][Next]_s
====
