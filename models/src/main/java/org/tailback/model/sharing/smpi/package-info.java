/** Bandwidth sharing as SimGrid's SMPI network model has it: max-min with round-trip weights and cross traffic. */
package org.tailback.model.sharing.smpi;
