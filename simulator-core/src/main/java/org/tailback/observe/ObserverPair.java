package org.tailback.observe;

import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.tailback.stability.Internal;

/** Two observers of one run; the first is notified first. A small allocation per event; one observer needs none. */
@Internal
public final class ObserverPair extends AbstractInvocationHandler {
    private final Observer first;
    private final Observer second;

    private ObserverPair(Observer first, Observer second) {
        this.first = first;
        this.second = second;
    }

    /** Returns the observer that notifies both. */
    public static Observer of(Observer first, Observer second) {
        return Reflection.newProxy(Observer.class, new ObserverPair(first, second));
    }

    @Override
    protected Object handleInvocation(Object proxy, Method event, Object[] values) throws Throwable {
        try {
            Object ofFirst = event.invoke(first, values);
            Object ofSecond = event.invoke(second, values);
            // the value of a question: true if one of both observers returns true
            return Boolean.TRUE.equals(ofFirst) || Boolean.TRUE.equals(ofSecond);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
