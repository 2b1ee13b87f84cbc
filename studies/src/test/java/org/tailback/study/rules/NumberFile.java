package org.tailback.study.rules;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Reads rules files of Open MPI by the grammar of {@code coll_tuned_dynamic_file.c} and {@code
 * coll_han_dynamic_file.c}: words with comments behind {@code #}, sets that begin with the number of their rules.
 */
final class NumberFile {
    private final Deque<String> words = new ArrayDeque<>();

    NumberFile(String text) {
        text.lines()
                .map(line -> line.substring(0, (line + '#').indexOf('#')).strip())
                .filter(line -> !line.isEmpty())
                .forEach(line -> words.addAll(List.of(line.split("\\s+"))));
    }

    String word() {
        return words.remove();
    }

    long number() {
        return Long.parseLong(words.remove());
    }

    boolean isAtEnd() {
        return words.isEmpty();
    }

    /** The rules of one communicator size: of each message size so many words. */
    private TreeMap<Long, List<String>> messages(int wordsOfRule) {
        TreeMap<Long, List<String>> messages = new TreeMap<>();
        for (long left = number(); left > 0; left--) {
            long size = number();
            if (!messages.isEmpty() && size <= messages.lastKey()) {
                throw new IllegalStateException("sizes must grow: " + size);
            }
            List<String> rule = new java.util.ArrayList<>();
            for (int i = 0; i < wordsOfRule; i++) {
                rule.add(word());
            }
            messages.put(size, rule);
        }
        if (messages.firstKey() != 0) {
            throw new IllegalStateException("the first size must be 0, not " + messages.firstKey());
        }
        return messages;
    }

    /** A set of communicator sizes. */
    TreeMap<Long, TreeMap<Long, List<String>>> communicators(int wordsOfRule) {
        TreeMap<Long, TreeMap<Long, List<String>>> communicators = new TreeMap<>();
        for (long left = number(); left > 0; left--) {
            communicators.put(number(), messages(wordsOfRule));
        }
        return communicators;
    }
}
