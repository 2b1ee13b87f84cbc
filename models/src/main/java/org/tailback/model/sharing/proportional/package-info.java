/** Proportionally fair sharing between TCP connections, with acknowledgements and slowed receivers: a model of our own. */
package org.tailback.model.sharing.proportional;
