package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import org.tailback.extrapolation.Slot.Number;
import org.tailback.extrapolation.Slot.Series;

/**
 * Search for the laws of the operations of a class.
 *
 * @param isEvidence whether laws are certain and can therefore explain other operations
 * @param target target at which all candidate laws must agree
 */
record SlotSearch(Search search, boolean isEvidence, Target target) {
    private static final long LARGEST_ELEMENT = 8;

    /**
     * Returns the laws of an operation.
     *
     * @throws LawNotFound if no law explains a number
     * @throws Undecided if several laws differ at the target
     */
    SlotLaws laws(Slot slot, int progress) {
        List<NumberLaw> numbers = new ArrayList<>();
        List<String> names = slot.type().names();
        for (int n = 0; n < names.size(); n++) {
            int number = n;
            String name = names.get(n);
            Number value = (recorded, grid, event, rank) -> event.numbers()[number];
            numbers.add(number(
                    name + (slot.type().isMessage() ? "" : " of " + slot.type()),
                    () -> slot.place() + ": " + name + " (" + slot.inWords(value) + ")",
                    slot.series(value),
                    search.mayHaveCells(),
                    progress));
        }
        Slot.Seen first = slot.seen().get(0);
        Columns columns = first.columns();
        int group = columns.event(first.instances()[0], columns.ranks()[0]).group();
        Series groups = slot.series((recorded, grid, event, rank) -> event.group());
        if (groups.byRank() || groups.samples().stream().anyMatch(sample -> sample.value() != group)) {
            throw new LawNotFound(progress, slot.place() + ": the communicator varies");
        }
        return new SlotLaws(slot.type().hasPeer() ? peer(slot, progress) : null, numbers, group);
    }

    /**
     * Returns the law of a number.
     *
     * @param role role of the number in the code, the key of its evidence; roles of sizes begin with "bytes"
     * @param what description of the number with the observed values, for error messages
     * @param mayBeOfCells whether the number may depend on the cells of a multipartition
     */
    NumberLaw number(String role, Supplier<String> what, Series series, boolean mayBeOfCells, int progress) {
        Evidence evidence = search.evidence();
        List<NumberLaw> found = new ArrayList<>(evidence.explaining(role, series.samples()));
        List<NumberLaw> unconfirmed = new ArrayList<>();
        if (found.isEmpty()) {
            found.addAll(NumberLaws.of(series.samples(), search.sizes(), series.variables(search), unconfirmed));
        }
        if (mayBeOfCells && found.stream().noneMatch(NumberLaw::isConstant)) {
            found.addAll(CellLaws.of(
                    series.samples(), series.loops(), series.byRank(), !found.isEmpty() && !series.byRank(), evidence));
        }
        requireConfirmed(found, unconfirmed, what);
        if (found.isEmpty()) {
            throw new LawNotFound(progress, what.get() + " follows no known law");
        }
        List<Context> contexts = target.contexts(series.loops());
        NumberLaw law = agreed(found, contexts, NumberLaw::at, what);
        if (role.startsWith("bytes")) {
            requireWholeElements(law, series.samples(), contexts, what);
        }
        if (isEvidence && series.loops().isEmpty() && !series.byRank()) {
            evidence.add(role, found);
        }
        return law;
    }

    /**
     * Checks that a size is a whole number of elements. If all recorded sizes are multiples of 8, 4 or 2 bytes, an
     * element is assumed to have this size. Fractions of an element would have to be rounded by an unknown rule.
     */
    private void requireWholeElements(
            NumberLaw law, List<Sample> samples, List<Context> contexts, Supplier<String> what) {
        long all = samples.stream().mapToLong(Sample::value).reduce(LARGEST_ELEMENT, (a, b) -> a | b);
        long element = Long.lowestOneBit(all);
        for (Context context : contexts) {
            if (law.at(context) % element != 0) {
                throw new Undecided(what.get() + " is " + law + ", which is not a whole number of elements of "
                        + element + " bytes on " + target.grid().ranks() + " ranks. Choose another number of ranks");
            }
        }
    }

    /**
     * Checks that a law was confirmed. A law with as many coefficients as observations may be wrong; another recording
     * is then needed.
     */
    private static void requireConfirmed(List<NumberLaw> found, List<NumberLaw> unconfirmed, Supplier<String> what) {
        if (found.isEmpty() && !unconfirmed.isEmpty()) {
            throw new Undecided(what.get() + " may be " + unconfirmed.get(0)
                    + ", which is not confirmed: it has as many coefficients"
                    + " as there are observations. Add a recording on another number of ranks");
        }
    }

    /** Returns the first of several laws. All laws must have the same whole values at the target. */
    private <L> L agreed(
            List<L> laws, List<Context> contexts, ToDoubleBiFunction<L, Context> value, Supplier<String> what) {
        for (Context context : contexts) {
            double expected = value.applyAsDouble(laws.get(0), context);
            for (L law : laws) {
                double other = value.applyAsDouble(law, context);
                if (Double.compare(other, expected) != 0) {
                    throw new Undecided(what.get() + " may be " + laws.get(0) + " or " + law + ", which differ on "
                            + target.grid().ranks() + " ranks (" + inWords(expected) + ", " + inWords(other)
                            + "). Add a recording on another number of ranks");
                }
            }
            if (Double.isNaN(expected)) {
                throw new Undecided(what.get() + " is " + laws.get(0) + ", which is not a whole number on "
                        + target.grid().ranks() + " ranks. Choose another number of ranks");
            }
        }
        return laws.get(0);
    }

    private static String inWords(double value) {
        return Double.isNaN(value) ? "not whole" : String.valueOf((long) value);
    }

    private PeerLaw peer(Slot slot, int progress) {
        List<Integer> changing = new ArrayList<>();
        List<PeerLaw> simplest = PeerLaws.find(slot, search, changing);
        Number peer = (columns, grid, event, rank) -> event.peer() - rank;
        Supplier<String> what =
                () -> slot.place() + ": its partner (distance from the rank on " + slot.inWords(peer) + ")";
        if (simplest.isEmpty()) {
            throw new LawNotFound(progress, what.get() + " follows no known law");
        }
        List<Context> contexts = target.contexts(changing.stream().distinct().toList());
        return agreed(simplest, contexts, (law, context) -> law.at(context) < 0 ? Double.NaN : law.at(context), what);
    }
}
