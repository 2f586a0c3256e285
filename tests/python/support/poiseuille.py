"""Plane Poiseuille flow between y = -1 and 1: u = 1.5 (1 - y^2), exact for its elements, with a
scalar that is y. Tests add what they watch."""

CHANNEL = """
[mesh]
order = 4
x = { range = [0, 3], elements = 3, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "x"
[initial]
velocity = ["1.5*(1 - y^2)", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.1
initial = "y"
boundary.y_min = { value = -1 }
boundary.y_max = { value = 1 }
[time]
dt = 1e-2
steps = 24
[output]
checkpoint = { every_steps = 8, every_wall = "never" }
"""
