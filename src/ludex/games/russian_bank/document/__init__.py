"""The Russian Bank document, a model in VDM++ (2015), as it is written: read `model` first."""
