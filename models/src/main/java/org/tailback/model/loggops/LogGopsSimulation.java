package org.tailback.model.loggops;

import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.Schedule;

/**
 * Simulation of the finish times of the ranks of a {@link Schedule} under the LogGOPS model, identical to LogGOPSim's.
 *
 * <p><b>Prediction.</b> The finish time of each rank on a machine whose network has no contention, but whose CPUs and
 * network interfaces (NICs) handle one message at a time. The parameters are the latency L, the overhead o and O per
 * additional byte on a CPU, the gap g and G per additional byte on a NIC, and the size S of the largest eager message
 * ({@link LogGops}).
 *
 * <p><b>Rules.</b> For each rank, CPU p is busy until the time cpu[p], and NIC n starts no other send or receive before
 * the times gs[n] and gr[n]. All waiting elements are in one queue, ordered by time and then by the stamp of their
 * creation. An element that has to wait longer returns to the queue with its old stamp. Let t be the time at which an
 * element is removed from the queue, and s its size:
 *
 * <ul>
 *   <li>calculation: it waits until cpu[p] &lt;= t; then cpu[p] = t + s, and the calculation starts and completes.
 *   <li>send: it waits until max(cpu[p], gs[n]) &lt;= t; then cpu[p] = t + o + (s-1)O and gs[n] = t + g + (s-1)G. The
 *       message arrives at the receiver at t + o + L (neither O nor G delays it), and the send starts. The send also
 *       completes if s &lt;= S.
 *   <li>receive: it starts at once. If a matching message has been processed, the receive completes, and the send also
 *       completes if the receive's own size is above S. Otherwise the receive is posted after the other receives.
 *   <li>message: it waits at the receiver until max(cpu[p], gr[n]) &lt;= t, with p and n of the <em>send</em>; then
 *       cpu[p] = t + o + max((s-1)O, (s-1)G) and gr[n] = t + g + (s-1)G. The first matching posted receive completes,
 *       and the send also completes if s > S. If no posted receive matches, the message is queued after the other
 *       unexpected messages.
 * </ul>
 *
 * <p>When a rendezvous send completes, cpu[p] and gs[n] of the sender are raised to t, with the indices of the element
 * that completes it. Operations that became ready while one element was processed are afterwards appended to the queue.
 * Operations of the rank with the smaller number are first. Within a rank, sends precede receives, and receives precede
 * calculations; operations of the same kind are in the order in which they became ready (by the start, by the
 * rendezvous send, by the receive). A send is added at time max(cpu[p], gs[n]), other operations at cpu[p]. The message
 * of a send has an earlier stamp than these operations. Numbers are unsigned 64-bit integers and wrap. A rank finishes
 * when the last of its CPUs is free; gaps do not count.
 *
 * <p><b>Worked example.</b> Rank 0 sends 1000 bytes to rank 1, which has posted the receive; L = 2500, o = 1500, g =
 * 1000, G = 6, O = 0. The sender's CPU is busy until 1500; the message arrives at 1500 + 2500 = 4000; the receiver's
 * CPU is busy until 4000 + 1500 + 999 * 6 = 11494. Finish times: 1500 and 11494, makespan 11494.
 *
 * <p><b>Inputs and units.</b> All times have the same unit, by convention nanoseconds; sizes are in bytes.
 *
 * <p><b>Less obvious consequences of the rules.</b> A rendezvous does not take additional time; it only delays the
 * sender's completion. The receiving CPU is busy for the whole transfer, so computation never overlaps with receiving.
 * A message of 0 bytes costs its sender o - O. Modulo 2^64 and with an unsigned maximum, it costs its receiver o -
 * min(O, G), or o - max(O, G) if O or G is 0. A dependency between different CPUs takes no time. Successors of a send
 * wait only for its CPU, not for its gap. A message is charged to the CPU and NIC index of the send, not of the
 * receive.
 *
 * <p><b>When not to use it.</b> If messages compete for links, run the schedule under a bandwidth-sharing model
 * instead.
 *
 * <p><b>Cost.</b> The time is O(log q) per operation and message with q elements in the queue, and O(1) where many
 * events are simultaneous. The memory is one int per operation, 24 bytes per message in flight or unmatched receive,
 * and a few dozen bytes per rank and waiting element. If times wrap, or 0-byte messages have a negative cost (G > g or
 * O > o), the schedule is run again without waiting lines. This run takes time quadratic in the number of operations
 * that wait for one CPU.
 *
 * <p><b>Departures.</b> LogGOPSim sorts operations of one rank that become ready together, and its sort is not stable
 * for more than 16 operations; the sort in this class is stable. Operations that never ran are an error in this class,
 * whereas LogGOPSim reports times.
 *
 * <p>References: T. Hoefler, T. Schneider, A. Lumsdaine: LogGOPSim - Simulating Large-Scale Applications in the LogGOPS
 * Model, LSAP workshop of HPDC 2010, section 2; the rules are taken from the program (spcl/LogGOPSim, 76451de), because
 * the paper does not define all of them.
 */
public final class LogGopsSimulation {
    /** Maximum number of lines; more lines would take more memory than they save. */
    private static final long MOST_LINES = 1L << 27;

    private LogGopsSimulation() {}

    /**
     * Runs a schedule.
     *
     * @throws org.tailback.error.UnfinishedProgramException if receives or messages have no partner, or operations wait
     *     for each other; the lines list the blocked ranks and the cause of each wait
     * @throws org.tailback.error.InputException if the schedule is too large to be counted
     */
    public static LogGopsResult run(Schedule given, LogGops parameters) {
        Schedule schedule = PackedSchedule.withoutSections(given);
        if ((long) schedule.ranks() * schedule.cpus() * schedule.nics() <= MOST_LINES) {
            LogGopsEngine engine = new LogGopsEngine(schedule, parameters, true);
            if (engine.run()) {
                return engine.result();
            }
        }
        LogGopsEngine engine = new LogGopsEngine(schedule, parameters, false);
        engine.run();
        return engine.result();
    }
}
