/** The same run under many seeds: means, quantiles, intervals, and when to stop. */
package org.tailback.study.replication;
