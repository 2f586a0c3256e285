#pragma once

#include <string>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "residents/stability/keys.hpp"
#include "stability/mode_search.hpp"
#include "stability/otd_search.hpp"
#include "stability/resolvent_search.hpp"

namespace lobatto::residents {

/// A run of the case as its times say; reports what they lack.
stability::Propagation propagation_of(const cases::Section& table, const cases::Case& c);
/// Makes the run of the case that many propagations, each with a checkpoint at its end, and has it
/// keep so many vectors of the flow.
void set_run(const stability::Propagation& propagation, int max_propagations, int n_vectors,
             cases::Case& c);
/// Of the levels of a base flow in memory, per node.
double doubles_of_orbit(const stability::Propagation& propagation, const cases::Case& c);
/// "propagations of 20 steps, t = 0.1, at most 1000"
std::string propagations_text(const stability::Propagation& propagation, int at_most);
/// Of a steady flow: reports conditions that depend on time.
void refuse_conditions_in_time(const cases::Section& table, const cases::Case& c);
/// What all perturbations of the case's flow want of it; reports what they cannot have.
void check_perturbed(const cases::Section& table, const stability::Perturbation& perturbation,
                     cases::Case& c);
/// ", waves of wave number 2 along z", or nothing.
std::string wave_text(const stability::Perturbation& perturbation);

// Each kind: what its keys make of the case, and the settings for people.
void check_modes(const cases::Section& table, const StabilityKeys& stability, cases::Case& c);
std::string describe(const stability::ModeSettings& settings);
void check_resolvent(const cases::Section& table, const StabilityKeys& stability, cases::Case& c);
std::string describe(const stability::ResolventSettings& settings);
void check_otd(const cases::Section& table, const StabilityKeys& stability, cases::Case& c);
std::string describe(const stability::OtdSettings& settings);
void check_base_flow(const cases::Section& table, const StabilityKeys& stability, cases::Case& c);
std::string describe(const stability::BaseFlowSettings& settings);

}  // namespace lobatto::residents
