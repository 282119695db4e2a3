"""tools/limb: limb's one command."""
