#!/usr/bin/env bash
# Plays the first legal move of any game, in the language of docs/protocol-players.md.
while read -r word rest; do
  case $word in
    hello) echo "hello first" ;;
    position) legal=() ;; # a new list begins
    legal) legal+=("$rest") ;;
    go) echo "bestmove ${legal[0]}" ;;
    quit) exit ;;
  esac
done
