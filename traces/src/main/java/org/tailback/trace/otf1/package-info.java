/** Open Trace Format 1 archives (VampirTrace): text files of hexadecimal records, one or more streams of processes. */
package org.tailback.trace.otf1;
