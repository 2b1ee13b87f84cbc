package org.tailback.trace.clog2;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes records as clog2_print does. */
final class RecordPrinter {
    private RecordPrinter() {}

    static String line(Clog2Cursor cursor) {
        return "ts=" + real(cursor.time()) + " icomm=" + cursor.communicator() + " rank=" + cursor.rank() + " thd="
                + cursor.thread() + " type=" + body(cursor);
    }

    private static String body(Clog2Cursor cursor) {
        return switch (cursor.kind()) {
            case Clog2Cursor.STATE_DEFINITION ->
                "sdef state=" + cursor.value(0) + " s_et=" + cursor.value(1) + " e_et="
                        + cursor.value(2) + " color=" + cursor.text(16, 24) + " name=" + cursor.text(40, 32) + " fmt="
                        + cursor.text(72, 40);
            case Clog2Cursor.EVENT_DEFINITION ->
                "edef et=" + cursor.value(0) + " color=" + cursor.text(8, 24) + " name=" + cursor.text(32, 32) + " fmt="
                        + cursor.text(64, 40);
            case Clog2Cursor.CONSTANT_DEFINITION ->
                "cdef et=" + cursor.value(0) + " name=" + cursor.text(8, 32) + " value=" + cursor.value(1);
            case Clog2Cursor.EVENT -> "bare et=" + cursor.value(0);
            case Clog2Cursor.CARGO_EVENT -> "cago et=" + cursor.value(0) + " bytes=" + cursor.text(8, 32);
            case Clog2Cursor.MESSAGE ->
                "msg  et=" + (cursor.value(0) == -101 ? "send" : "recv") + " icomm="
                        + cursor.value(1) + " rank=" + cursor.value(2) + " tag=" + cursor.value(3) + " sz="
                        + cursor.value(4);
            case Clog2Cursor.COMMUNICATOR ->
                "comm et=" + communicatorEvent(cursor.value(0)) + " icomm="
                        + cursor.value(1) + " rank=" + cursor.value(2) + " wrank=" + cursor.value(3) + " gcomm="
                        + cursor.value(4) + "-" + real(cursor.realValue(20)) + "-" + cursor.text(28, 20);
            case Clog2Cursor.TIME_SHIFT -> "shft shift=" + real(cursor.realValue(0));
            default -> "kind " + cursor.kind();
        };
    }

    private static String communicatorEvent(int type) {
        return switch (type) {
            case 0 -> "CommWorldCreate";
            case 1 -> "CommSelfCreate";
            case 10 -> "CommFree";
            case 100 -> "IntraCommCreate";
            case 1000 -> "InterCommCreate";
            case 101 -> "LocalIntraComm";
            case 102 -> "RemoteIntraComm";
            default -> Integer.toString(type);
        };
    }

    /** As %f of C prints it: correctly rounded. */
    private static String real(double value) {
        String text = new BigDecimal(Math.abs(value))
                .setScale(6, RoundingMode.HALF_EVEN)
                .toPlainString();
        boolean negative = Double.doubleToRawLongBits(value) < 0; // also of -0.0, as in C
        return (negative ? "-" : "") + text;
    }
}
