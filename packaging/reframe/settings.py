"""A configuration of ReFrame for the machine at hand: no scheduler, mpirun. Write one for yours:
https://reframe-hpc.readthedocs.io has the keys."""

site_configuration = {
    "systems": [
        {
            "name": "here",
            "hostnames": [".*"],
            "partitions": [
                {
                    "name": "default",
                    "scheduler": "local",
                    "launcher": "mpirun",
                    "environs": ["builtin"],
                }
            ],
        }
    ],
    "environments": [{"name": "builtin"}],
}
