/** Head-of-line blocking: packets in queues, first in, first out, with credits; the rates are those of the packets. */
package org.tailback.model.sharing.headofline;
