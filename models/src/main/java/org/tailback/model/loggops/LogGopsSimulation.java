package org.tailback.model.loggops;

import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.Schedule;

/**
 * Simulation of the finish times of the ranks of a {@link Schedule} under the LogGOPS model, identical to LogGOPSim's.
 *
 * <p><b>Prediction.</b> The finish time of each rank on a machine whose network has no contention, but whose CPUs and
 * network interfaces (NICs) handle one message at a time. Parameters: latency L, overhead o and O per further byte on a
 * CPU, gap g and G per further byte on a NIC, largest eager message S ({@link LogGops}).
 *
 * <p><b>Rules.</b> For each rank, CPU p is busy until the time cpu[p], and NIC n starts no other send or receive before
 * the times gs[n] and gr[n]. All elements that wait for their time are in one queue, ordered by time and then by the
 * stamp of their creation; an element that has to wait longer returns with its old stamp. With t the time at which an
 * element is removed from the queue and s its size:
 *
 * <ul>
 *   <li>calculation: waits until cpu[p] &lt;= t; then cpu[p] = t + s; it starts and completes;
 *   <li>send: waits until max(cpu[p], gs[n]) &lt;= t; then cpu[p] = t + o + (s-1)O and gs[n] = t + g + (s-1)G, the
 *       message arrives at the receiver at t + o + L (neither O nor G delay it), and the send starts; it also completes
 *       if s &lt;= S;
 *   <li>receive: starts at once; if a matching message has been processed, the receive completes, and if the receive's
 *       own size is above S then the send completes too; otherwise the receive is posted after the other receives;
 *   <li>message: waits at the receiver until max(cpu[p], gr[n]) &lt;= t, with p and n of the <em>send</em>; then cpu[p]
 *       = t + o + max((s-1)O, (s-1)G) and gr[n] = t + g + (s-1)G; the first matching posted receive completes, and if s
 *       > S the send too; otherwise the message is queued after the other unexpected messages.
 * </ul>
 *
 * <p>When a rendezvous send completes, cpu[p] and gs[n] of the sender are raised to t, with the indices of the element
 * that completes it. Operations that became ready while one element was processed join the end of the queue afterwards:
 * operations of the rank with the smaller number first; of one rank, sends before receives before calculations, and
 * otherwise in the order in which they became ready (by the start, by the rendezvous send, by the receive). A send
 * joins at max(cpu[p], gs[n]), other operations at cpu[p]; the message of a send has an earlier stamp than these.
 * Numbers are unsigned 64-bit integers and wrap. A rank finishes when the last of its CPUs is free; gaps do not count.
 *
 * <p><b>Worked example.</b> Rank 0 sends 1000 bytes to rank 1, which has posted the receive; L = 2500, o = 1500, g =
 * 1000, G = 6, O = 0. The sender's CPU is busy until 1500; the message arrives at 1500 + 2500 = 4000; the receiver's
 * CPU is busy until 4000 + 1500 + 999 * 6 = 11494. Finish times: 1500 and 11494, makespan 11494.
 *
 * <p><b>Inputs and units.</b> Times in any one unit, nanoseconds by convention; sizes in bytes.
 *
 * <p><b>Less obvious consequences of the rules</b>: a rendezvous costs no additional time, only the sender's completion
 * is late; the receiving CPU is busy for the whole transfer, so no computation overlaps with receiving; a message of 0
 * bytes costs its sender o - O and, modulo 2^64 and with an unsigned maximum, its receiver o - min(O, G), or o - max(O,
 * G) if O or G is 0; a dependency between different CPUs takes no time; successors of a send wait only for its CPU, not
 * for its gap; a message is charged on the send's CPU and NIC index, not on the receive's.
 *
 * <p><b>When not to use it.</b> Where messages compete for links: run the schedule under a bandwidth-sharing model.
 *
 * <p><b>Cost.</b> O(log q) per operation and message with q elements in the queue, O(1) where many events are
 * simultaneous; one int per operation, 24 bytes per message in flight or unmatched receive and some tens of bytes per
 * rank and waiting element. A schedule in which times wrap, or 0-byte messages have a negative cost (G > g or O > o),
 * is run again without waiting lines and then takes time quadratic in the number of operations that wait for one CPU.
 *
 * <p><b>Departures.</b> LogGOPSim sorts operations of one rank that become ready together, and its sort is not stable
 * for more than 16 operations; the sort here is stable. Operations that never ran are an error here, whereas LogGOPSim
 * reports times.
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
