/**
 * Contention graphs as people write them down, and their run under a bandwidth-sharing model: penalties step by step and
 * finish times.
 */
package org.tailback.model.graph;
