/**
 * Paraver traces (.prv with .pcf), as Extrae writes them: one text file with the states, events and communications of all
 * tasks in the order of time.
 */
package org.tailback.trace.prv;
