#pragma once

#include <string>

namespace lobatto::cases {

/// The smallest case there is: every key left out that has a default.
inline const std::string minimal_case = R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[time]
dt = 0.01
steps = 10
)toml";

/// A duct with every key that does not exclude one of these.
inline const std::string full_case = R"toml(
[case]
name = "duct-2.a_b"
[mesh]
order = 7
x = { range = [-0.5, 0.5], elements = 8, grading = { sine = 0.3 } }
y = { ticks = [0, 0.25, "width"], periodic = false }
z = { range = [0, "2*pi"], elements = 4, periodic = true, grading = "uniform" }
map = ["x + 0.01*sin(y)", "y", "z"]
quadrature = 11
[[mesh.part]]
name = "inlet"
of = "y_min"
where = "x > 0.1"
[fluid]
advection = true
reynolds = 200
velocity = 2
length = "width"
[parameters]
width = 1
twice = "2*width"
[boundary]
x = { velocity = "exact" }
y_min = "wall"
y_max = { velocity = ["sin(twice*x)", 0, "t"] }
inlet = "outflow"
[initial]
velocity = "exact"
[[scalar]]
name = "temperature"
prandtl = 0.5
source = "w*salt"
initial = "exact"
exact = "cos(z)"
solver = "jacobi-cg"
boundary = { x = "insulated", y_min = { value = "exact" }, y_max = { flux = "0.1*t" }, inlet = { value = 0 } }
[[scalar]]
name = "salt"
diffusivity = 0.25
turbulent_prandtl = 0.6
advection = true
initial = 1
boundary.x = { value = 2.5 }
boundary.y = "insulated"
boundary.inlet = { robin = 0.3, ambient = "x*t" }
[time]
cfl = 0.4
max_dt = 0.1
min_dt = 1e-6
end = 50
steps = 1e3
order = 2
splitting = "characteristics"
cfl_limit = 1.5
steady = { change = 1e-7, of = ["velocity", "salt"], every_steps = 20, start = 1.5 }
wall_limit = "1h30min"
[solver]
pressure = "schwarz-multigrid"
pressure_tolerance = 1e-6
pressure_projection = 5
preconditioner = "double"
coarse = "boomer-amg"
velocity = "jacobi-cg"
last_direction = "y"
tolerance = 1e-8
projection = 3
max_iterations = 70
[output]
fields = { every_time = 5, final = false, error = 1e-3, error_norm = "maximum", format = "both", precision = "double" }
checkpoint = { every_time = 2.5, every_wall = "never", keep = 3, final = false, solver_memory = false, on_failure = "stop" }
diagnostics_every_steps = 10
quantities = { speed = "sqrt(u^2 + v^2 + w^2)", spin = "q_criterion*salt + p" }
[io]
files = 2
stage = "/dev/shm"
max_staged = 4
[restart]
from = "runs/other"
interpolate = true
time = 1.5
fields = ["velocity", "salt"]
[exact]
velocity = ["y", "z", "x"]
pressure = "x*y"
)toml";

/// The same with what residents read.
inline const std::string watched_full_case = full_case + R"toml(
[forcing]
flow_rate = 1.5
flow_direction = "z"
body = ["0", "0.5", "x*t"]
[[forcing.buoyancy]]
scalar = "temperature"
coefficient = 9.81
reference = 0.5
direction = [0, -1, 0]
[statistics]
start = 20
every_steps = 5
average = ["z"]
window = 2.5
quantities = "basic"
fields = ["eddy_viscosity", "speed"]
[filter]
kind = "relaxation"
chi = 2.5
modes = 1
scalars = false
[subgrid]
model = "one-equation"
constant = 0.04
energy = { dissipation = 0.9, prandtl = 0.7, inflow = "1e-3*x", initial = "y" }
[[probe]]
name = "wake"
points = [[0, 0.5, "pi"]]
every_steps = 3
quantities = ["u", "salt", "spin"]
format = "hdf5"
[[probe]]
name = "profile"
line = { from = [-0.5, 0.5, 1], to = [0.5, 0.5, 1], points = 5 }
every_time = 0.5
[[probe]]
name = "section"
plane = { corner = [-0.5, 0, 1], edge_1 = [1, 0, 0], edge_2 = [0, 1, 0], points_1 = 3, points_2 = 2 }
[[force]]
name = "walls"
on = ["y_min", "inlet"]
every_steps = 2
[[force]]
name = "lid"
on = ["y_max"]
about = [0, 0.5, "pi"]
reference = { density = 1.2, velocity = 2, length = "width", area = 0.5, direction = "y" }
every_time = 0.25
[[monitor]]
name = "energy"
of = { kinetic = "0.5*(u^2 + v^2 + w^2)", turning = "q_criterion*salt" }
reduce = ["mean", "max"]
every_steps = 4
[[monitor]]
name = "lid"
of = { shear = "dudy" }
on = ["y_max"]
every_time = 0.5
[[monitor]]
name = "profile"
of = { u = "u" }
planes = "y"
[[particles]]
name = "dust"
kind = "inertial"
diameter = 1e-3
density_ratio = 1e3
viscosity = 0.02
drag = "stokes"
added_mass = false
gravity = [0, 0, -9.81]
two_way = true
number = 10
seed = 7
start = { count = 100, box = { from = [-0.5, 0, 0], to = [0.5, 1, "pi"] }, velocity = [0, 0, 1] }
every_steps = 5
table_every_steps = 2
[[particles.source]]
rate = 10
box = { from = [-0.5, 0, 0], to = [0.5, 1, 1] }
velocity = [0, 0, 1]
begin = 1
end = 2
[[particles.source]]
rate = 0.5
at = [0, 0.5, 1]
[[particles.wall]]
on = ["y_min", "inlet"]
action = "absorb"
[[particles.wall]]
on = ["y_max"]
restitution = 0.5
[[particles]]
name = "lattice"
start.lattice = [2, 3, 4]
every_time = 0.5
[[particles]]
name = "few"
start.points = [[0, 0.5, 1]]
[[particles]]
name = "seeds"
start.file = "seeds.csv"
)toml";

}  // namespace lobatto::cases
