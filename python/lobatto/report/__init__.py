"""One page that tells how fast a run was, why, and how runs scale: `python3 -m lobatto report`."""
