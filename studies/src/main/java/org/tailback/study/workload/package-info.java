/** What is replayed many times in a study: traces, schedules and generated programs. */
package org.tailback.study.workload;
