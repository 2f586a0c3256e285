#pragma once

#include <functional>

#include "gpu/step.hpp"

namespace lobatto::gpu {

Queue make_queue();

/// Takes n steps, on a device as replays of one graph; the seconds that all but the first took,
/// scaled to n.
double seconds_of_steps(const Step& step, int n, Queue queue);

/// Of n runs after one to warm up.
double median_seconds(const std::function<void(Queue)>& work, int n, Queue queue);

/// What the machine gives: bytes read and written by a large copy, and flops of a large product in
/// double precision, per second.
struct Limits {
  double bytes, flops;
};
Limits measure_limits(Queue queue);

}  // namespace lobatto::gpu
