package org.tailback.extrapolation;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;

/**
 * Operations and computation of a class of ranks on the requested number of ranks.
 *
 * @param text operations and loops
 * @param iterations number of iterations of each loop
 * @param sequence sequence of operations with these numbers of iterations
 * @param laws laws by operation of the text
 * @param groups laws for the ranks of communicators, by position; null for a communicator of all ranks or with unknown
 *     ranks
 * @param bursts computation before each operation of the text
 */
record ClassProgram(
        Text text,
        int[] iterations,
        int[] sequence,
        List<SlotLaws> laws,
        List<@Nullable GroupLaw> groups,
        List<Burst> bursts) {
    boolean usesGrid() {
        return groups.stream().anyMatch(Objects::nonNull)
                || laws.stream().map(SlotLaws::peer).anyMatch(peer -> peer != null && peer.family() != null);
    }

    /** Returns the laws that depend on the number of ranks, one line per distinct law. */
    ImmutableList<String> lawsInWords() {
        Set<String> lines = new LinkedHashSet<>();
        for (int slot = 0; slot < laws.size(); slot++) {
            Type type = text.types().get(slot);
            for (int n = 0; n < laws.get(slot).numbers().size(); n++) {
                NumberLaw law = laws.get(slot).numbers().get(n);
                if (!law.isConstant()) {
                    lines.add(type + ", " + type.names().get(n) + ": " + law);
                }
            }
            PeerLaw peer = laws.get(slot).peer();
            if (peer != null) {
                lines.add(type + ", partner: " + peer);
            }
        }
        return ImmutableList.copyOf(lines);
    }
}
