/**
 * The LogGOPS model of message passing for whole schedules: single-CPU overheads, NIC gaps, eager and rendezvous
 * messages, no contention inside the network. {@link org.tailback.model.loggops.LogGopsSimulation} is the entry.
 */
package org.tailback.model.loggops;
