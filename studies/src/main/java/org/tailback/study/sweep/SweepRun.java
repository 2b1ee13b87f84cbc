package org.tailback.study.sweep;

import org.tailback.platformfile.Overrides;

/**
 * One run of a sweep.
 *
 * @param number its place in the plan, from 1
 * @param workload the workload's place in the file's list, from 0
 * @param platform the platform's place in the file's list, from 0
 * @param overrides what replaces parts of the platform, and the seed
 */
record SweepRun(int number, int workload, int platform, Overrides overrides) {}
