#include "gpu/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lobatto::gpu {

namespace {

#ifdef __CUDACC__

void wait(Queue queue) { check(cudaStreamSynchronize(queue), "the device"); }

void copy(const DeviceArray& from, const DeviceArray& to, Queue queue) {
  check(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(double),
                        cudaMemcpyDeviceToDevice, queue),
        "copy");
}

/// A step as one launch.
class StepGraph {
 public:
  StepGraph(const Step& step, Queue queue) {
    cudaGraph_t graph{};
    check(cudaStreamBeginCapture(queue, cudaStreamCaptureModeThreadLocal), "capture");
    step.run(queue);
    check(cudaStreamEndCapture(queue, &graph), "capture");
    check(cudaGraphInstantiate(&graph_, graph, 0), "graph");
    cudaGraphDestroy(graph);
  }
  ~StepGraph() { cudaGraphExecDestroy(graph_); }
  StepGraph(const StepGraph&) = delete;
  StepGraph& operator=(const StepGraph&) = delete;
  void run(Queue queue) const { check(cudaGraphLaunch(graph_, queue), "graph"); }

 private:
  cudaGraphExec_t graph_{};
};

constexpr const char* best_multiplier =
#ifdef LOBATTO_GPU_LIBRARY
    "library";
#else
    "tensor";
#endif
constexpr int copied_values = 1 << 28, product_size = 4096;

#else

void wait(Queue /*queue*/) {}

void copy(const DeviceArray& from, const DeviceArray& to, Queue /*queue*/) {
  std::memcpy(to.data(), from.data(), from.size() * sizeof(double));
}

struct StepGraph {
  StepGraph(const Step& step_of, Queue /*queue*/) : step(step_of) {}
  void run(Queue queue) const { step.run(queue); }
  const Step& step;
};

constexpr const char* best_multiplier = "plain";
constexpr int copied_values = 1 << 24, product_size = 512;

#endif

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Queue make_queue() {
  Queue queue{};
#ifdef __CUDACC__
  check(cudaStreamCreate(&queue), "stream");
#endif
  return queue;
}

double seconds_of_steps(const Step& step, int n, Queue queue) {
  step.run(queue);  // with all that happens once
  wait(queue);
  if (n == 1) return 0;
  const StepGraph graph(step, queue);
  const auto begin = Clock::now();
  for (int s = 1; s < n; ++s) graph.run(queue);
  wait(queue);
  return seconds_since(begin) * n / (n - 1);
}

double median_seconds(const std::function<void(Queue)>& work, int n, Queue queue) {
  work(queue);
  std::vector<double> seconds;
  for (int r = 0; r < n; ++r) {
    wait(queue);
    const auto begin = Clock::now();
    work(queue);
    wait(queue);
    seconds.push_back(seconds_since(begin));
  }
  std::nth_element(seconds.begin(), seconds.begin() + n / 2, seconds.end());
  return seconds[static_cast<std::size_t>(n) / 2];
}

Limits measure_limits(Queue queue) {
  Limits limits{};
  {
    const DeviceArray from(copied_values), to(copied_values);
    limits.bytes =
        16.0 * copied_values / median_seconds([&](Queue q) { copy(from, to, q); }, 10, queue);
  }
  const std::size_t size = static_cast<std::size_t>(product_size) * product_size;
  std::vector<double> values(size);
  for (std::size_t q = 0; q < size; ++q) values[q] = static_cast<double>(q % 1013) / 1013 - 0.5;
  const DeviceArray a(values), b(values), c(size);
  const auto multiplier = make_multiplier(best_multiplier);
  const Product product{
      product_size, product_size, product_size, a.data(), 0, b.data(), 0, c.data(), 0};
  limits.flops = 2.0 * size * product_size /
                 median_seconds([&](Queue q) { multiplier->multiply(product, q); }, 10, queue);
  return limits;
}

}  // namespace lobatto::gpu
