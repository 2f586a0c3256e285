#include "base/function_ref.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace lobatto::base {
namespace {

double twice(double x) { return 2 * x; }

double at_three(FunctionRef<double(double)> f) { return f(3); }

struct Counter {
  int calls = 0;
  int operator()() { return ++calls; }
};

TEST(FunctionRef, CallsFunctionsLambdasAndFunctionObjects) {
  const double shift = 0.5;
  EXPECT_EQ(at_three(twice), 6);
  EXPECT_EQ(at_three([&](double x) { return x + shift; }), 3.5);
  EXPECT_EQ(at_three(std::function<double(double)>(twice)), 6);
}

TEST(FunctionRef, RefersToTheCallableInsteadOfCopyingIt) {
  Counter counter;
  const FunctionRef<int()> call = counter;
  EXPECT_EQ(call(), 1);
  EXPECT_EQ(call(), 2);
  EXPECT_EQ(counter.calls, 2);
}

TEST(FunctionRef, CopyRefersToTheSameCallable) {
  Counter counter;
  const FunctionRef<int()> first = counter;
  const FunctionRef<int()> second = first;
  first();
  EXPECT_EQ(second(), 2);
}

TEST(FunctionRef, PassesReferencesAndMoveOnlyArguments) {
  const auto set_to_seven = [](int& x) { x = 7; };
  const FunctionRef<void(int&)> set = set_to_seven;
  int value = 0;
  set(value);
  EXPECT_EQ(value, 7);

  const auto unwrap = [](std::unique_ptr<int> p) { return *p; };
  const FunctionRef<int(std::unique_ptr<int>)> take = unwrap;
  EXPECT_EQ(take(std::make_unique<int>(11)), 11);
}

TEST(FunctionRef, ConvertsTheResult) {
  const auto count = []() { return 3; };
  const FunctionRef<double()> real = count;
  EXPECT_EQ(real(), 3.0);
  const FunctionRef<void()> ignoring = count;
  ignoring();
}

static_assert(!std::is_constructible_v<FunctionRef<double(double)>, int>);
static_assert(sizeof(FunctionRef<double(double)>) == 2 * sizeof(void*));

}  // namespace
}  // namespace lobatto::base
