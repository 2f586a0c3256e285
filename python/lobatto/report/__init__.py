"""One page that tells how fast a run was, why, and how runs scale: `lobatto report`."""
