/** Real measurement over TCP: a server that answers, a client that times, and the file that is written meanwhile. */
package org.tailback.fit.tcp;
