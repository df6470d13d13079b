"""What a seat is shown, and what is kept from it."""
