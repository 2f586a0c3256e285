#include "case/tables/tables.hpp"

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

Words<SolverMethod> poisson_methods() {
  using enum SolverMethod;
  return some_of(solver_words(),
                 {automatic, tensor_direct, extruded_direct, tensor_cg, schwarz_multigrid});
}

template <class V>
auto of_pressure(V physics::IterativePoisson::*member) {
  return [member](Case& c) -> V& { return c.iterative_pressure.*member; };
}
template <class V>
auto of_velocity(V physics::IterativeHelmholtz::*member) {
  return [member](Case& c) -> V& { return c.iterative_velocity.*member; };
}

KeyMember<Case> coarse_solver() {
  return {
      worded(of_pressure(&physics::IterativePoisson::coarse), coarse_solver_words()),
      {.path = "solver.coarse",
       .example = "\"boomer-amg\"",
       .description =
           "solver of the coarsest level of schwarz-multigrid, the vertices of the elements; "
           "auto: tensor-direct on a box, elsewhere the cheapest of sparse-cholesky, boomer-amg "
           "and schwarz (on two levels, for many ranks with few vertices each)"}};
}

KeyMember<Case> last_direction() {
  return {worded(&Case::last_direction, last_direction_words()),
          {.path = "solver.last_direction",
           .example = "\"y\"",
           .description =
               "of tensor-direct and tensor-cg: the direction that they take last, the one whose "
               "work need not grow with its length, and along which ranks hold slabs; auto: the "
               "cheapest"}};
}

const Table<Case>& solver_table() {
  static const Table<Case> table{
      {.path = "solver", .description = "How the equations are solved"},
      {{worded(&Case::pressure_solver, poisson_methods()),
        {.path = "solver.pressure",
         .example = "\"schwarz-multigrid\"",
         .description = "solver of the pressure; extruded-direct: on layers of a plane mesh; "
                        "tensor-cg: for a density that varies, on boxes"}},
       {of_pressure(&physics::IterativePoisson::tolerance),
        {.path = "solver.pressure_tolerance",
         .range = {0, 0.1, true, false},
         .example = "1e-6",
         .description =
             "of schwarz-multigrid: residual over right-hand side, both as functions in the "
             "root mean square over the volume"}},
       {of_pressure(&physics::IterativePoisson::projection_vectors),
        {.path = "solver.pressure_projection",
         .range = {0, 20, false, false},
         .example = "4",
         .description =
             "recent solutions that schwarz-multigrid starts from, 4 bytes per point each"}},
       {worded(of_pressure(&physics::IterativePoisson::double_precision), precision_words()),
        {.path = "solver.preconditioner",
         .example = "\"double\"",
         .description = "precision of the arithmetic inside schwarz-multigrid"}},
       coarse_solver(),
       {worded(&Case::velocity_solver, helmholtz_methods()),
        {.path = "solver.velocity",
         .refused = {no_multigrid()},
         .example = "\"jacobi-cg\"",
         .description =
             "solver of the velocity Helmholtz equations; tensor-cg: conjugate gradients for a "
             "viscosity that is a field, on boxes"}},
       last_direction(),
       {of_velocity(&physics::IterativeHelmholtz::tolerance),
        {.path = "solver.tolerance",
         .range = {0, 0.1, true, false},
         .example = "1e-8",
         .description = "of tensor-cg and jacobi-cg: residual over right-hand side, both as "
                        "functions in the root "
                        "mean square over the volume"}},
       {of_velocity(&physics::IterativeHelmholtz::projection_vectors),
        {.path = "solver.projection",
         .range = {0, 8, false, false},
         .example = "4",
         .description =
             "recent corrections that jacobi-cg improves its guess with, 4 bytes per point and "
             "component each and 24 more; pays where it takes ten iterations or more and steps "
             "have one length"}},
       {of_velocity(&physics::IterativeHelmholtz::max_iterations),
        {.path = "solver.max_iterations",
         .range = counting_things,
         .example = "300",
         .description =
             "of iterative solvers; a solve that needs more is a warning, and several such "
             "steps in a row end the run"}}},
      [](const Section&, Case& c) {
        c.iterative_pressure.max_iterations = c.iterative_velocity.max_iterations;
      }};
  return table;
}

}  // namespace

Words<SolverMethod> helmholtz_methods() {
  using enum SolverMethod;
  return some_of(solver_words(), {automatic, tensor_direct, extruded_direct, tensor_cg, jacobi_cg});
}

RefusedWord no_multigrid() {
  return {word_of(solver_words(), SolverMethod::schwarz_multigrid),
          "solves the pressure alone; here take \"jacobi-cg\""};
}

std::vector<Key> solver_keys() { return solver_table().keys(); }

void read_solver(const Section& root, Case& c) { solver_table().read_below(root, c); }

}  // namespace lobatto::cases
