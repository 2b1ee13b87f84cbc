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
 * <p><b>Rules.</b> Per rank there is a time cpu[p] until which CPU p is busy, and times gs[n] and gr[n] before which
 * NIC n starts no other send or receive. Everything that waits for its time is in one queue, ordered by time and then
 * by the stamp of its creation; an entry that has to wait longer returns with its old stamp. With t the time at which
 * an element is taken from the queue and s its size:
 *
 * <ul>
 *   <li>calculation: waits until cpu[p] &lt;= t; then cpu[p] = t + s; it starts and completes;
 *   <li>send: waits until max(cpu[p], gs[n]) &lt;= t; then cpu[p] = t + o + (s-1)O and gs[n] = t + g + (s-1)G, the
 *       message arrives at the receiver at t + o + L (neither O nor G delay it), and the send starts; it also completes
 *       if s &lt;= S;
 *   <li>receive: starts at once; if a message that agrees has been processed, it completes, and if the receive's own
 *       size is above S then the send completes too; else it is posted behind the other receives;
 *   <li>message: waits at the receiver until max(cpu[p], gr[n]) &lt;= t, with p and n of the <em>send</em>; then cpu[p]
 *       = t + o + max((s-1)O, (s-1)G) and gr[n] = t + g + (s-1)G; the first posted receive that agrees completes, and
 *       if s > S the send too; else the message is kept behind the other unexpected ones.
 * </ul>
 *
 * <p>When a rendezvous send completes, cpu[p] and gs[n] of the sender are raised to t, with the indices of the element
 * that completes it. Operations that became ready during one turn join the queue at its end: of the rank with the
 * smaller number first; of one rank sends before receives before calculations, and else in the order in which it became
 * ready (by the start, by the rendezvous send, by the receive). A send joins at max(cpu[p], gs[n]), the others at
 * cpu[p]; the message of a send takes its stamp before that. Numbers are unsigned 64-bit ones and wrap. A rank finishes
 * when the last of its CPUs is free; gaps do not count.
 *
 * <p><b>Worked example.</b> Rank 0 sends 1000 bytes to rank 1, which has posted the receive; L = 2500, o = 1500, g =
 * 1000, G = 6, O = 0. The sender's CPU is busy until 1500; the message arrives at 1500 + 2500 = 4000; the receiver's
 * CPU is busy until 4000 + 1500 + 999 * 6 = 11494. Finish times: 1500 and 11494, makespan 11494.
 *
 * <p><b>Inputs and units.</b> Times in any one unit, nanoseconds by convention; sizes in bytes.
 *
 * <p><b>Consequences of the rules</b> that may surprise: a rendezvous costs no additional time, only the sender's
 * completion is late; the receiving CPU is busy for the whole transfer, so nothing overlaps with receiving; a message
 * of 0 bytes costs its sender o - O and, modulo 2^64 and with an unsigned maximum, its receiver o - min(O, G), or o
 * less the other one if one of them is 0; a dependency between different CPUs carries no time; successors of a send
 * wait only for its CPU, not for its gap; a message is charged on the send's CPU and NIC index, not on the receive's.
 *
 * <p><b>When not to use it.</b> Where messages compete for links: run the schedule under a bandwidth-sharing model.
 *
 * <p><b>Cost.</b> O(log q) per operation and message with q elements in the queue, O(1) where many events are
 * simultaneous; one int per operation, 24 bytes per message in flight or unmatched receive and some tens of bytes per
 * rank and element that waits. A schedule in which times wrap, or 0-byte messages are cheaper than nothing (G > g or O
 * > o), is run again without waiting lines and then takes quadratic time in the operations that wait for one CPU.
 *
 * <p><b>Departures.</b> LogGOPSim orders operations of one rank that become ready together with a sort that is not
 * stable for more than 16 of them; here it is stable. Where it reports times although operations never ran, this is an
 * error.
 *
 * <p>References: T. Hoefler, T. Schneider, A. Lumsdaine: LogGOPSim - Simulating Large-Scale Applications in the LogGOPS
 * Model, LSAP workshop of HPDC 2010, section 2; the rules are those of the program (spcl/LogGOPSim, 76451de), which the
 * paper leaves open in places.
 */
public final class LogGopsSimulation {
    /** Maximum number of lines; more would take more memory than they save. */
    private static final long MOST_LINES = 1L << 27;

    private LogGopsSimulation() {}

    /**
     * Runs a schedule.
     *
     * @throws org.tailback.error.UnfinishedProgramException if receives or messages find no partner, or operations wait
     *     for each other; the lines list the blocked ranks and what each waits for
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
