package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSorterTest {
    private record Item(int key, long time, int phase, long number) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 64, 1000, 100_000})
    void records_areSortedStably_inMemoryAndInTemporaryFiles(int mostInPiece) {
        SplittableRandom random = new SplittableRandom(42);
        List<Item> items = new ArrayList<>();
        try (RecordSorter sorter = new RecordSorter("a test", mostInPiece)) {
            for (int i = 0; i < (mostInPiece < 64 ? 300 : 5000); i++) {
                Item item = new Item(2 * random.nextInt(5), random.nextInt(-9, 100), random.nextInt(4), i);
                items.add(item);
                sorter.add(item.key(), item.time(), item.phase(), i % 256, i, -i, item.key(), Long.MIN_VALUE);
            }
            items.sort(Comparator.comparingInt(Item::key)
                    .thenComparingLong(Item::time)
                    .thenComparingInt(Item::phase)
                    .thenComparingLong(Item::number));
            try (SortedRecords sorted = sorter.sort(11)) {
                List<Long> numbers = new ArrayList<>();
                for (int key = 0; key < 11; key++) {
                    SortedRecords.Cursor cursor = sorted.open(key);
                    while (cursor.next()) {
                        numbers.add(cursor.value(0));
                        assertThat(cursor.value(1)).isEqualTo(-cursor.value(0));
                        assertThat(cursor.value(2)).isEqualTo(key);
                        assertThat(cursor.value(3)).isEqualTo(Long.MIN_VALUE);
                        assertThat(cursor.kind()).isEqualTo((int) (cursor.value(0) % 256));
                    }
                }
                assertThat(numbers).isEqualTo(items.stream().map(Item::number).toList());
            }
        }
    }
}
