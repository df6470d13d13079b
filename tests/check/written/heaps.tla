---- MODULE Heaps ----
\* a model
EXTENDS Integers

VARIABLES heaps, turn
vars == <<heaps, turn>>


TypeOK ==
  /\ heaps \in [0..2 -> 0..7]
  /\ turn \in 0..1

Init ==
  /\ heaps = [i \in 0..2 |-> CASE i = 0 -> 3 [] i = 1 -> 5 [] i = 2 -> 7]
  /\ turn = 0

do_take ==
  \/ \* take(1,1)
     /\ heaps[0] >= 1
     /\ heaps' = [heaps EXCEPT ![0] = heaps[0] - 1]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(1,2)
     /\ heaps[0] >= 2
     /\ heaps' = [heaps EXCEPT ![0] = heaps[0] - 2]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(1,3)
     /\ heaps[0] = 3
     /\ heaps' = [heaps EXCEPT ![0] = 0]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(2,1)
     /\ heaps[1] >= 1
     /\ heaps' = [heaps EXCEPT ![1] = heaps[1] - 1]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(2,2)
     /\ heaps[1] >= 2
     /\ heaps' = [heaps EXCEPT ![1] = heaps[1] - 2]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(2,3)
     /\ heaps[1] >= 3
     /\ heaps' = [heaps EXCEPT ![1] = heaps[1] - 3]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(2,4)
     /\ heaps[1] >= 4
     /\ heaps' = [heaps EXCEPT ![1] = heaps[1] - 4]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(2,5)
     /\ heaps[1] = 5
     /\ heaps' = [heaps EXCEPT ![1] = 0]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,1)
     /\ heaps[2] >= 1
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 1]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,2)
     /\ heaps[2] >= 2
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 2]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,3)
     /\ heaps[2] >= 3
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 3]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,4)
     /\ heaps[2] >= 4
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 4]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,5)
     /\ heaps[2] >= 5
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 5]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,6)
     /\ heaps[2] >= 6
     /\ heaps' = [heaps EXCEPT ![2] = heaps[2] - 6]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)
  \/ \* take(3,7)
     /\ heaps[2] = 7
     /\ heaps' = [heaps EXCEPT ![2] = 0]
     /\ turn' = (IF turn = 0 THEN 1 ELSE 0)

player_2_wins == heaps[0] = 0 /\ heaps[1] = 0 /\ heaps[2] = 0 /\ turn = 0
player_1_wins == heaps[0] = 0 /\ heaps[1] = 0 /\ heaps[2] = 0 /\ turn = 1

Next == do_take
Spec == Init /\ [][Next]_vars
====
