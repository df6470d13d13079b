"""Commands for FreeCell: solve deals, count results, replay solutions."""
