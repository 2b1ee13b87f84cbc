/** What an update of a bandwidth-sharing model costs. */
package org.tailback.benchmarks.sharing;
